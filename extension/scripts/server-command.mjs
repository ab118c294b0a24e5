// Prints how the extension that lies in a folder starts its server with a Python of a version, as the packaged code
// decides it: server-command.mjs FOLDER VERSION. For the package's test, which must not decide that itself.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import esbuild from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [folder, version] = process.argv.slice(2);
const outfile = `${root}/build/launch.cjs`;
const entry = `${root}/extension/src/server/launch.ts`;
await esbuild.build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "cjs" });
const { serverArguments, serverCode, serverEnvironment } = createRequire(import.meta.url)(outfile);
const code = serverCode(folder);
const env = serverEnvironment(code, {}, version);
console.log(JSON.stringify({ cwd: code.cwd, env, arguments: serverArguments }));
