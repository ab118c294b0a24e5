// The page that holds the panel: no markup but an empty root, and a policy that allows our own script, style and font,
// and no request to anywhere. Imports nothing of VS Code.

export interface PageParts {
  nonce: string;
  /** VS Code's source for files of the extension. */
  source: string;
  script: string;
  style: string;
}

export function policy(nonce: string, source: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `font-src ${source}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

export function page(parts: PageParts): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(parts.nonce, parts.source)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${parts.style}">
<title>Rootrank</title>
</head>
<body>
<main id="root"></main>
<script nonce="${parts.nonce}" src="${parts.script}"></script>
</body>
</html>`;
}
