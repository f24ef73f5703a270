import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import { plainValues } from './app/styles/plain-values'
import remixConfig from './remix.config.js'

/** Vite wraps each import() in a preloader, which is larger than an island and has nothing to preload for one. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
}

export default defineConfig({
  plugins: [plainImports, remix(remixConfig)],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  css: { postcss: { plugins: [plainValues()] } },
  // A style sheet inlined as a data: URL would be refused by our own Content-Security-Policy.
  build: { assetsInlineLimit: 0, modulePreload: false, target: 'es2020' },
})
