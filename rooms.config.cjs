// Who may import whom: the rooms of the design, one rule a room. Checked by dependency-cruiser (`npm run rooms`).

/** A folder's files, as a pattern from the root. */
const room = (...names) => `^(${names.join('|')})/`

/** `from` may import nothing of the project but itself and `allowed`. */
const only = (name, from, allowed, comment, to = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: {
    path: '^(app|server|contract|account-api|secrets|tests|public|scripts)/',
    pathNot: [from, ...allowed],
    ...to,
  },
})

/** What stands on every page, and may be used by all of the web app. */
const foundations = ['^app/load-context', '^app/log\\.server', '^app/env\\.server', '^app/document/']

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one, or want a third, even where it is for types alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nobody uses is not part of the product.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '^app/(root|entry\\.(client|server))\\.tsx$',
          '^app/routes/',
          '^app/islands/.*\\.island\\.ts$',
          '^tests/.*\\.(test|spec)\\.tsx?$',
        ],
      },
      to: {},
    },
    {
      name: 'not-to-unresolvable',
      comment: 'An import that leads nowhere, or a package that is not installed.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['\\?url$', '^virtual:'] },
    },
    {
      name: 'not-to-dev-packages',
      comment: 'What runs in production needs a package that production installs.',
      severity: 'error',
      from: { path: room('app', 'server', 'contract', 'account-api', 'secrets') },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: ['node_modules/@types/', 'node_modules/vite/'],
      },
    },
    only(
      'server',
      room('server'),
      ['^app/env\\.server', '^secrets/'],
      'The server knows the settings and the built app; of the app itself it knows types.',
      { dependencyTypesNot: ['type-only'] },
    ),
    {
      name: 'page-alone',
      comment: 'A page never imports another page.',
      severity: 'error',
      from: { path: '^(app/routes.*)/' },
      to: { path: '^app/routes/', pathNot: '^$1/[^/]+$' },
    },
    {
      name: 'pages-are-the-top',
      comment: 'Nothing below a page imports it.',
      severity: 'error',
      from: { pathNot: ['^app/routes/', '^tests/'] },
      to: { path: '^app/routes/' },
    },
    only(
      'routes',
      '^app/routes/',
      [
        '^app/(codes|flows|forms|components|pictures|session|step-up|i18n|islands)/',
        '^app/api\\.server',
        ...foundations,
        '^contract/',
      ],
      'A page is made of flows, forms, components, the session and calls.',
    ),
    only(
      'codes',
      '^app/codes/',
      ['^app/(flows|forms|session|i18n|components|step-up)/', '^app/api\\.server', ...foundations, '^contract/'],
      'Sending a code, and sending it again, is the same on every page.',
    ),
    only(
      'pictures',
      '^app/pictures/',
      ['^app/(flows|forms|session|components)/', '^app/api\\.server', ...foundations, '^contract/'],
      'Uploading a picture, and choosing one, is the same for every picture of an account.',
    ),
    only(
      'flows',
      '^app/flows/',
      ['^app/(session|codes)/', ...foundations, '^contract/'],
      'A flow knows the session, what was sent, and the contract.',
    ),
    only(
      'forms',
      '^app/forms/',
      ['^app/(i18n|session|step-up)/', ...foundations, '^contract/'],
      'Forms know fields, texts, the form token, and what a form may have to wait for.',
    ),
    only(
      'step-up',
      '^app/step-up/',
      ['^app/(i18n|session)/', '^app/api\\.server', ...foundations, '^contract/'],
      'A step-up parks a form, asks the account API what the person shows, and lets the form go on.',
    ),
    only(
      'components',
      '^app/components/',
      ['^app/(i18n|forms|session|codes|flows|step-up)/', '^app/document/', '^contract/'],
      'Components are what pages are made of; they call nobody.',
    ),
    {
      name: 'components-render-only',
      comment: 'A component touches no cookie, no environment and no network.',
      severity: 'error',
      from: { path: '^app/components/' },
      to: { path: '\\.server\\.tsx?$', dependencyTypesNot: ['type-only'] },
    },
    only('session', '^app/session/', [...foundations, '^contract/'], 'The session knows the environment.'),
    only('islands', '^app/islands/', [], 'Client script knows the DOM; of the app it knows types.', {
      dependencyTypesNot: ['type-only'],
    }),
    only(
      'i18n',
      '^app/i18n/',
      ['^app/session/cookie\\.server', ...foundations, '^public/locales/'],
      'Languages know their texts.',
    ),
    only('document', '^app/document/', ['^app/(i18n|session|islands)/', '^contract/'], 'The frame of every page.'),
    only('contract', room('contract'), [], 'The contract stands alone, so that either side can be replaced.'),
    {
      name: 'contract-packages',
      comment: 'The contract needs zod and node:crypto, and nothing else.',
      severity: 'error',
      from: { path: room('contract') },
      to: { path: 'node_modules/', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'contract-core',
      severity: 'error',
      comment: 'Of Node the contract needs node:crypto; its OpenAPI file is written with node:fs.',
      from: { path: room('contract') },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|fs|url|path)$' },
    },
    only(
      'account-api',
      room('account-api'),
      ['^contract/', '^secrets/'],
      'The account API is reached through the contract only.',
    ),
    only('secrets', room('secrets'), [], 'Secrets that a machine makes for itself stand below everything.'),
    only(
      'account-api-http',
      '^account-api/http/',
      ['^contract/', '^account-api/domain/'],
      'HTTP knows the contract and the rules.',
    ),
    only(
      'account-api-domain',
      '^account-api/domain/',
      ['^contract/'],
      'The rules know nothing outward: neither HTTP, nor SQL, nor channels.',
    ),
    only(
      'account-api-storage',
      '^account-api/storage/',
      ['^account-api/domain/'],
      'Storage knows the types of the rules.',
    ),
    only(
      'account-api-channels',
      '^account-api/channels/',
      ['^account-api/domain/', '^contract/'],
      'Channels know the types of the rules.',
    ),
    {
      name: 'not-to-tests',
      comment: 'Nothing that ships imports a test.',
      severity: 'error',
      from: { pathNot: '^tests/' },
      to: { path: '^tests/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // An import of types only still tells who knows whom.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
    exclude: { path: ['^build/', '\\.css'] },
  },
}
