// The extension has no way to the network: neither its own code nor the panel's page.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const sources = ["extension/src", "extension/panel"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name)),
);
const ways =
  /"(?:node:)?(?:https?|http2|net|tls|dgram|dns)"|\bfetch\(|\bXMLHttpRequest\b|\bWebSocket\b|\bEventSource\b|sendBeacon|createTelemetryLogger|openExternal/;

test("our code imports no network module and calls nothing that reaches out", () => {
  assert.ok(sources.length > 50);
  for (const file of sources) assert.doesNotMatch(readFileSync(file, "utf8"), ways, file);
});

test("such a way would be noticed", () => {
  for (const line of ['import { request } from "node:https";', "await fetch(url)", 'require("net")'])
    assert.match(line, ways);
});

test("the style names no address", () => {
  assert.doesNotMatch(readFileSync("extension/panel/panel.css", "utf8"), /https?:|\/\//);
});
