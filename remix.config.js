/** Remix's options; vite.config.ts hands them to its Vite plugin. @type {import('@remix-run/dev').VitePluginConfig} */
export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  serverBuildFile: 'index.js',
  serverModuleFormat: 'esm',
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    // Both serve navigation by client script, which is not shipped.
    v3_singleFetch: false,
    v3_lazyRouteDiscovery: false,
  },
}
