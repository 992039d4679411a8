import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env.TETRARCH ?? 'http://127.0.0.1:4444';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: process.env.PAGE_OUT ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Nothing is inlined: the page's policy allows files of this server only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // The server answers only to pages that it is asked by under their own name, so the proxy keeps it.
  // The rules of the games are read by the tests where they lie.
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: server, changeOrigin: false }, '/ws': { target: server, ws: true, changeOrigin: false } } },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
});
