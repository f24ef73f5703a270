import { fileURLToPath } from 'node:url'
import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig, type Plugin } from 'vite'
import { plainDirections } from './app/document/styles/plain-directions'
import { plainValues } from './app/document/styles/plain-values'
import packages from './package.json' with { type: 'json' }
import remixConfig from './remix.config.js'
import { licencesOf } from './scripts/licences.mjs'

/** Vite wraps each import() in a preloader, which is larger than an island and has nothing to preload for one. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load()' : undefined),
}

/** The modules of routes that Remix makes for browsers. Pages have no script but islands, so no browser loads them. */
const ofClientRoute = '?__remix-build-client-route'

const noClientRoutes: Plugin = {
  name: 'no-client-routes',
  transform: (_code, id) => (id.endsWith(ofClientRoute) ? 'export {}' : undefined),
  generateBundle: {
    // The manifest that Remix reads names them.
    order: 'post',
    handler(_options, bundle) {
      for (const [file, part] of Object.entries(bundle))
        if (part.type === 'chunk' && part.facadeModuleId?.endsWith(ofClientRoute)) delete bundle[file]
    },
  },
}

/** The licences of the packages that a build contains, next to it. */
const licences: Plugin = {
  name: 'licences',
  generateBundle(_options, bundle) {
    const files = Object.values(bundle).flatMap((part) => (part.type === 'chunk' ? Object.keys(part.modules) : []))
    const source = licencesOf(files)
    if (source !== '') this.emitFile({ type: 'asset', fileName: 'licences.txt', source })
  },
}

/** Packages that production need not install, because the build contains them. */
const builtIn = new Set(packages.builtIn)

export default defineConfig({
  plugins: [plainImports, licences, remix(remixConfig), noClientRoutes],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  css: { postcss: { plugins: [plainValues(), plainDirections()] } },
  // A style sheet inlined as a data: URL would be refused by this product's Content-Security-Policy.
  ssr: { noExternal: true, external: Object.keys(packages.dependencies).filter((name) => !builtIn.has(name)) },
  // If a library has a build for development, only the one for production is built in.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: { assetsInlineLimit: 0, modulePreload: false, target: 'es2020' },
})
