// Rootrank: Restart Server. A failure is told by the status item and its one message.

import type { Parts } from "../parts";

export async function restartServer({ server }: Parts): Promise<void> {
  await server.restart().catch(() => undefined);
}
