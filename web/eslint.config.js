import js from '@eslint/js';
import prettier from 'eslint-config-prettier/flat';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import typescript from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  // `messages.ts` is generated from crates/protocol.
  globalIgnores(['dist', 'font', 'tests/pictures', 'src/protocol/messages.ts']),
  js.configs.recommended,
  typescript.configs.recommended,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  { languageOptions: { globals: { ...globals.browser } } },
  {
    files: ['build/**', 'tests/**', '*.js', '*.ts'],
    languageOptions: { globals: { ...globals.node } },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: typescript.parser, svelteConfig } },
  },
  {
    rules: {
      // Prettier does not break strings and comments.
      'max-len': ['error', { code: 120, ignoreUrls: true }],
    },
  },
  {
    // A longer component has more than one job.
    files: ['**/*.svelte'],
    rules: { 'max-lines': ['error', 200] },
  },
);
