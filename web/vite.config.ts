import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const server = process.env.TETRARCH ?? 'http://127.0.0.1:4444';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: process.env.PAGE_OUT ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // The page's content security policy forbids inlined assets.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // The server accepts only same-origin requests, so the proxy keeps the Host header.
  // The tests read the rules pages from docs/, outside this folder.
  server: {
    fs: { allow: ['..'] },
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/ws': { target: server, ws: true, changeOrigin: false },
    },
  },
  // The tests need the reactivity of the browser, which Svelte's server modules lack.
  ...(process.env.VITEST ? { resolve: { conditions: ['browser'] } } : {}),
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
});
