import { readdirSync } from 'node:fs'
import { dirname, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const appDirectory = fileURLToPath(new URL('app', import.meta.url))

/**
 * The URL pattern of a folder of app/routes: the folder's own path. `$name` is a parameter, a lone `$` matches the rest.
 * @param {string} folder with `/` between its parts
 */
const patternOf = (folder) =>
  folder
    .split('/')
    .map((part) => (part === '$' ? '*' : part.replace(/^\$/, ':')))
    .join('/')

/**
 * The folders below app/routes that hold a page. The folder itself is the home page. A parameter comes after the names
 * next to it: of two patterns that fit a URL equally well, the router takes the first.
 */
const pageFolders = () =>
  readdirSync(`${appDirectory}/routes`, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => /(^|\/)route\.tsx$/.test(file))
    .map((file) => dirname(file))
    .sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1))

/** @param {string} folder */
const orderOf = (folder) => folder.replaceAll('$', '~')

/** Remix's options; vite.config.ts hands them to its Vite plugin. @type {import('@remix-run/dev').VitePluginConfig} */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverBuildFile: 'index.js',
  serverModuleFormat: 'esm',
  // The rule below replaces Remix's own.
  ignoredRouteFiles: ['**/*'],
  routes: (defineRoutes) =>
    defineRoutes((route) => {
      for (const folder of pageFolders()) {
        if (folder === '.') route('', 'routes/route.tsx', { index: true })
        else route(patternOf(folder), `routes/${folder}/route.tsx`)
      }
    }),
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    // Both serve navigation by client script, which is not shipped.
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
}
