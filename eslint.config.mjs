// Strict, type-aware rules: a promise nobody waits for is the usual bug of an editor extension.
import eslint from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["build/**", "dist/**", "node_modules/**", "extension/src/generated/**", ".venv/**", "bundled/**"] },
  {
    files: ["extension/**/*.ts", "tests/extension/**/*.ts"],
    extends: [eslint.configs.recommended, ...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      eqeqeq: "error",
      "no-console": "error",
    },
  },
  {
    // Everything shown comes from logs: it is text, never markup.
    files: ["extension/panel/**/*.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "Build elements; logs are text." },
        { property: "outerHTML", message: "Build elements; logs are text." },
        { property: "insertAdjacentHTML", message: "Build elements; logs are text." },
      ],
    },
  },
  {
    files: ["tests/extension/**/*.ts", "extension/gallery/**/*.ts"],
    rules: { "@typescript-eslint/no-floating-promises": "off", "@typescript-eslint/no-non-null-assertion": "off" },
  },
);
