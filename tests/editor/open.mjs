// `make editor`: VS Code in the browser, with the extension and a copy of the sample project, until Ctrl-C.
import { once } from "node:events";
import { Home, pathWithTorch } from "./harness/home.mjs";
import { CodeServer } from "./harness/server.mjs";

const home = await Home.make({ path: pathWithTorch });
const server = await CodeServer.start(home);
console.log(`
   ${server.address}?folder=${encodeURIComponent(home.workspace)}

   Open that address in a browser. In the terminal there, run:  python train.py
   The project is a copy in ${home.folder} and is removed at the end. Ctrl-C ends the editor.`);
await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM"), once(server.child, "exit")]);
await server.stop();
await home.remove();
