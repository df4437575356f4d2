// Build configuration: fixed file names, so that the program can embed and serve the files.
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
  build: {
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rollupOptions: {
      output: { entryFileNames: "app.js", assetFileNames: "app[extname]", inlineDynamicImports: true },
    },
  },
  server: {
    // With the host of the page: the server refuses requests whose Origin differs from it.
    proxy: { "/api": { target: "http://127.0.0.1:2048", changeOrigin: false } },
  },
});
