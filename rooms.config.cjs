// Which room may import which, one rule per room. Checked by dependency-cruiser (`npm run rooms`).

/** A folder's files, as a pattern from the root. */
const room = (...names) => `^(${names.join('|')})/`

/** In this project, `from` may import only itself and `allowed`. */
const only = (name, from, allowed, comment, to = {}) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to: {
    path: '^(app|server|contract|account-api|rules|settings|process|testing|bench|tests|public|scripts)/',
    // Every program limits its requests to others in the same way.
    pathNot: [from, ...allowed, '^process/(time-limit|until-aborted|whole-body)\\.ts$'],
    ...to,
  },
})

/** The contexts of the account API, lowest layer first. */
const floors = [
  ['kernel', 'Time, random values, tickets, limits, messages and jobs: what every rule needs.'],
  ['accounts', 'An account: its names, sessions, browsers, what it did, and what changed.'],
  ['verification', 'What a person proves: passwords, codes, captchas, and proofs for an act.'],
  ['organisations', 'Organisations, their members, roles and invitations, and who manages them.'],
  ['addresses', 'Binding and changing an address or a third-party identity, and "this was not me".'],
  ['sign-in', 'Every way in: codes, passwords, registration, QR codes, remembered accounts, providers.'],
  ['applications', 'Applications and services: what they may ask, and what people have granted them.'],
  ['closing', 'The end of an account, and its export.'],
  ['moving', 'What comes from another system, and a whole deployment that goes to another database.'],
  ['operator', 'What an operator can do, the keys that operators show, and who may enter the desk.'],
]

/** What every room of the web app may use. */
const foundations = [
  '^app/framework\\.ts$',
  '^app/runtime/(brand|load-context)\\.ts$',
  '^app/runtime/(absent-calls|bare-server|brand|env|log|terms)\\.server\\.ts$',
  '^app/document/(document-context|page-handle|small\\.server)',
  '^rules/typed/',
]

/** The version, which pages, the server and the command line show. */
const version = '^rules/version\\.ts$'

/** The calls of the account API. */
const calls = '^app/runtime/api\\.server'

/** The forms without the step-up, which is a separate room. */
const forms = '^app/forms/(?!step-up/)'

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
      comment: 'What runs in production needs a package of `dependencies`, which scanners see.',
      severity: 'error',
      from: { path: room('app', 'server', 'contract', 'account-api', 'rules', 'settings', 'process') },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: ['node_modules/@types/', 'node_modules/vite/'],
      },
    },
    only(
      'server',
      room('server'),
      ['^app/runtime/env\\.server', '^rules/', '^settings/', '^process/'],
      'The server knows the settings, the rules, its own lifecycle and the built app; of the app itself it knows types.',
      { dependencyTypesNot: ['type-only'] },
    ),
    only(
      'telemetry',
      '^server/telemetry/',
      ['^rules/languages\\.ts$'],
      'Telemetry records what the server tells it. Of people, pages and accounts it knows nothing.',
      { dependencyTypesNot: ['type-only'] },
    ),
    {
      name: 'telemetry-by-its-index',
      comment: 'The server knows telemetry by its index alone.',
      severity: 'error',
      from: { pathNot: ['^server/telemetry/', '^tests/'] },
      to: { path: '^server/telemetry/(?!index)' },
    },
    {
      name: 'ledger-says-what-counts',
      comment:
        'One file says when a method counts, and what it may do: accounts/methods/ledger.ts. Others ask it. Stores read the columns, recovery addresses and the desk show when something will count.',
      severity: 'error',
      from: {
        pathNot: [
          '^account-api/accounts/(account|changes|methods|method-changes)/',
          '-(store|rows)\\.ts$',
          '^account-api/addresses/recovery-email/recovery-email-handlers\\.ts$',
          '^account-api/operator/desk/desk-factors\\.ts$',
          '^tests/',
        ],
      },
      to: { path: '^account-api/accounts/account/counting\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'page-alone',
      comment: 'A page never imports another page.',
      severity: 'error',
      from: { path: '^app/routes/' },
      to: { path: '^app/routes/.*route\\.tsx$' },
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
        '^app/features/(activity|addresses|authorisation|codes|desk|host-app|organisations|pictures|platforms|qr-codes|services|sign-in|sites)/',
        '^app/(flows|forms|i18n|islands|navigation|session|ui)/',
        calls,
        '^app/runtime/(account-api-probe|operator)\\.server',
        ...foundations,
        '^contract/',
        version,
      ],
      'A page is made of flows, forms, features, navigation and calls.',
    ),
    only(
      'codes',
      '^app/features/codes/',
      ['^app/(forms|i18n|navigation|session|ui)/', calls, ...foundations, '^contract/'],
      'Sending a code, and sending it again, is the same on every page.',
    ),
    only(
      'addresses',
      '^app/features/addresses/',
      ['^app/features/codes/', forms, '^app/(navigation|session|ui)/', calls, ...foundations, '^contract/'],
      'A mobile and an email are bound, proven and signed in with in one way.',
    ),
    only(
      'sign-in',
      '^app/features/sign-in/',
      ['^app/features/pictures/', forms, '^app/(flows|navigation|session|ui)/', calls, ...foundations, '^contract/'],
      'What pages that sign in or out share: going on with a proven mobile, a cancelled account, the end of a session.',
    ),
    only(
      'qr-codes',
      '^app/features/qr-codes/',
      [
        '^app/features/(activity|authorisation|pictures|sign-in)/',
        forms,
        '^app/(flows|i18n|navigation|session|ui)/',
        calls,
        ...foundations,
        '^contract/',
      ],
      'What the pages of QR codes share: those that show a code and wait, and the other screen as the phone sees it.',
    ),
    only(
      'services',
      '^app/features/services/',
      ['^app/(navigation|session|ui)/', calls, ...foundations, '^contract/'],
      'The way to a service that signs its people in here, and what it asks.',
    ),
    only(
      'sites',
      '^app/features/sites/',
      ['^app/(navigation|session)/', calls, '^app/runtime/upstream\\.server', ...foundations, '^contract/'],
      'What the proxy of a protected site is answered, and the way to such a site.',
    ),
    only(
      'authorisation',
      '^app/features/authorisation/',
      [
        '^app/features/pictures/',
        '^app/(navigation|session|ui)/',
        '^app/runtime/(api|connections|upstream)\\.server',
        ...foundations,
        '^contract/',
        '^rules/languages\\.ts$',
      ],
      'What an application asks of a person, and the protocol by which it asks.',
    ),
    only(
      'host-app',
      '^app/features/host-app/',
      ['^app/(navigation|session)/', calls, ...foundations, '^contract/'],
      'The way back to the app on a phone that opened our pages, and what it is told.',
    ),
    only(
      'platforms',
      '^app/features/platforms/',
      [
        '^app/features/(authorisation|sign-in)/',
        '^app/forms/step-up/',
        '^app/(flows|i18n|navigation|session|ui)/',
        calls,
        ...foundations,
        '^contract/',
      ],
      'The way to a third-party provider and back.',
    ),
    only(
      'pictures',
      '^app/features/pictures/',
      [forms, '^app/(navigation|session|ui)/', calls, ...foundations, '^contract/'],
      'Uploading a picture, and choosing one, is the same for every picture of an account.',
    ),
    only(
      'organisations',
      '^app/features/organisations/',
      [
        '^app/features/(activity|authorisation)/',
        forms,
        '^app/(i18n|navigation|session|ui)/',
        calls,
        ...foundations,
        '^contract/',
      ],
      'As whom a person acts in an organisation, and what its pages share.',
    ),
    only(
      'desk',
      '^app/features/desk/',
      [
        forms,
        '^app/(i18n|navigation|session|ui)/',
        calls,
        '^app/runtime/operator\\.server',
        ...foundations,
        '^contract/',
      ],
      'The frame of the operator’s desk, and what its pages share.',
    ),
    only(
      'activity',
      '^app/features/activity/',
      ['^app/(i18n|ui)/', '^contract/'],
      'What an account did, and on which devices, in words.',
    ),
    only(
      'flows',
      '^app/flows/',
      ['^app/features/(addresses/address-kind|codes/)', '^app/(navigation|session)/', ...foundations, '^contract/'],
      'A flow knows navigation, the session, kinds of address, sent codes and the contract.',
    ),
    only(
      'forms',
      forms,
      ['^app/forms/step-up/', '^app/(i18n|navigation|session|ui)/', calls, ...foundations, '^contract/', '^rules/'],
      'Forms know fields, texts, the form token, step-up, and the one call that most of them make.',
    ),
    only(
      'step-up',
      '^app/forms/step-up/',
      [
        '^app/(i18n|navigation|session|ui)/',
        '^app/forms/(error-summary|failure-texts|language-buttons|use-page-form)',
        '^app/forms/(fields/(field-frame|fields|passkey-prompt)|values/typed-text)',
        calls,
        ...foundations,
        '^contract/',
        '^settings/vendors/captcha-vendor',
      ],
      'A step-up parks a form, challenges the person and retries the form.',
    ),
    only(
      'ui',
      '^app/ui/',
      ['^app/(i18n|navigation)/', ...foundations, '^contract/'],
      'Primitives of pages know nothing of accounts.',
    ),
    {
      name: 'components-render-only',
      comment: 'A component touches no cookie, no environment and no network.',
      severity: 'error',
      from: { path: '^app/(?!routes/|root|entry).*\\.tsx$' },
      to: { path: '\\.server\\.tsx?$', dependencyTypesNot: ['type-only'] },
    },
    only(
      'navigation',
      '^app/navigation/',
      [
        '^app/session/',
        '^rules/desk-path\\.ts$',
        '^app/i18n/numbers\\.ts$',
        '^app/runtime/(api|upstream)\\.server',
        ...foundations,
        '^contract/',
      ],
      'Redirects, flash messages, the return address and problem pages know the session and the calls.',
    ),
    only(
      'runtime',
      '^app/runtime/',
      [
        '^app/(i18n/|navigation/(guards/(desk-sign-in|terms-first)|problem)|session/(captcha-proof|desk-cookies|visitor))',
        ...foundations,
        '^contract/',
        '^rules/(accent|client-address|passkey-place)',
        '^settings/',
      ],
      'What every request needs: settings, log, brand, and the calls of the account API. It knows no page and no form.',
    ),
    only(
      'upstream-check',
      '^app/upstream-check/',
      [
        '^app/navigation/open-pages/(flows-of-calls|pages-of-calls|open-pages)',
        '^app/runtime/upstream\\.server',
        ...foundations,
        '^contract/',
        '^process/',
        '^settings/',
      ],
      'What an account API has is found by its calls, and judged by the tables that pages read.',
    ),
    only('session', '^app/session/', [...foundations, '^contract/'], 'The session knows the environment.'),
    only('islands', '^app/islands/', [], 'Client script knows the DOM; of the app it knows types.', {
      dependencyTypesNot: ['type-only'],
    }),
    only(
      'i18n',
      '^app/i18n/',
      ['^app/session/cookie\\.server', ...foundations, '^public/locales/', '^rules/', '^process/'],
      'Languages know their texts, and how times read.',
    ),
    only(
      'document',
      '^app/document/',
      ['^app/(i18n|islands|navigation|session)/', ...foundations, '^contract/', version],
      'The frame of every page.',
    ),
    {
      name: 'framework-in-one-place',
      comment: 'Pages know the framework through app/framework.ts alone.',
      severity: 'error',
      from: { path: '^app/', pathNot: ['^app/framework\\.ts$', '^app/entry\\.server\\.tsx$'] },
      to: { path: 'node_modules/@remix-run/' },
    },
    only(
      'contract',
      room('contract'),
      ['^process/'],
      'The contract stands alone, so that either side can be replaced. Its client limits its requests.',
    ),
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
      ['^contract/', '^rules/', '^settings/', '^process/'],
      'The account API is reached through the contract only.',
    ),
    only(
      'rules',
      room('rules'),
      ['^contract/terms/(mailbox|shown-names)\\.ts$'],
      'A rule that a page and the account API both apply stands below both. The form of a mailbox and the refusals of names are those of the contract.',
    ),
    {
      name: 'typed-by-its-readers',
      comment: 'What a person typed is read by the functions of rules/typed. Their parts are theirs alone.',
      severity: 'error',
      from: { pathNot: ['^rules/typed/', '^tests/'] },
      to: { path: '^rules/typed/(parts|tables|cases)/' },
    },
    {
      name: 'one-reader-of-numbers-and-looks',
      comment: 'Numbers are read, and look-alike letters known, in rules/typed alone.',
      severity: 'error',
      from: { pathNot: ['^rules/typed/', '^(tests|bench)/'] },
      to: { path: 'node_modules/(libphonenumber-js|unhomoglyph)/' },
    },
    {
      name: 'one-reader-of-mailboxes',
      comment: 'The contract has the form of a mailbox, and rules/typed/email.ts reads one. Others ask for its domain.',
      severity: 'error',
      from: { pathNot: ['^contract/', '^rules/typed/email\\.ts$', '^tests/'] },
      to: { path: '^contract/terms/mailbox\\.ts$' },
    },
    only(
      'process',
      room('process'),
      [],
      'How a program becomes ready, limits the requests that it makes, and ends is the same for both.',
    ),
    only(
      'settings',
      room('settings'),
      ['^contract/', '^rules/(languages|typed/)'],
      'Settings know the calls whose paths they may change, and the languages that there are.',
    ),
    // The contexts of the account API are floors: each rests on those before it, and knows none after it.
    ...floors.map(([floor, comment], nth) =>
      only(
        `account-api-${floor}`,
        `^account-api/${floor}/`,
        [
          ...floors.slice(0, nth).map(([other]) => `^account-api/${other}/`),
          '^account-api/database/(dialect|due-rows|prepared|repeated-transaction|schema)\\.ts$',
          '^contract/',
          '^process/',
          '^rules/',
          '^settings/policy/',
          '^settings/vendors/(captcha-vendor|former-system|third-party)',
        ],
        comment,
      ),
    ),
    {
      name: 'sql-in-stores',
      comment: 'A rule knows the type of its store, and no SQL.',
      severity: 'error',
      from: {
        path: room(...floors.map(([floor]) => `account-api/${floor}`)),
        pathNot: ['-(store|rows|statements|columns|ends|parts|lines)\\.ts$', '/tables\\.ts$', '/open-session\\.ts$'],
      },
      to: { path: 'node_modules/kysely/' },
    },
    only(
      'account-api-command-line',
      '^account-api/command-line/',
      [
        '^account-api/applications/(services/attribute-names|sites/site-facts)',
        '^account-api/verification/breached-passwords/',
        '^contract/',
        version,
      ],
      'The command line makes calls of the operator, and says in words what they answered. It knows no rule.',
    ),
    only(
      'account-api-http',
      '^account-api/http/',
      ['^account-api/(kernel/|upkeep/(upkeep-store|watching))', '^contract/', '^process/', version],
      'The server knows the envelope of calls, and no capability.',
    ),
    only(
      'account-api-database',
      '^account-api/database/',
      ['^settings/postgres-url', '^rules/typed/name-key'],
      'Opening a database, and changing its schema, knows no table. Keys of names are those of searches.',
    ),
    only(
      'account-api-channels',
      '^account-api/channels/',
      ['^account-api/kernel/', '^contract/', '^rules/', '^settings/brand'],
      'Channels deliver messages and ask outside. They know who they speak for.',
    ),
    {
      name: 'protocol-in-one-place',
      comment: 'The library of the protocol is known in one room.',
      severity: 'error',
      from: { pathNot: ['^account-api/applications/protocol/', '^tests/'] },
      to: { path: 'node_modules/oidc-provider/' },
    },
    {
      name: 'start-is-the-top',
      comment: 'Nothing below the composition of the program imports it.',
      severity: 'error',
      from: { pathNot: ['^account-api/(start|custody|admin)/', '^(tests|testing|bench)/'] },
      to: { path: '^account-api/start/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'custody-and-admin-above-start',
      comment: 'Backups and restores use the composition, and the command line uses both. Neither is known below.',
      severity: 'error',
      from: { pathNot: ['^account-api/(custody|admin)/', '^(tests|testing|bench)/'] },
      to: { path: '^account-api/(custody|admin)/' },
    },
    {
      name: 'no-folder-cycles',
      comment: 'Two folders that need each other are one, or want a third.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(account-api|contract)/' },
      to: { circular: true },
    },
    only(
      'migrations',
      '^account-api/database/migrations/',
      ['^account-api/database/dialect\\.ts$', '^rules/typed/name-key\\.ts$'],
      'A migration has to do next year what it does today, so it uses no rule that may change. Keys of names are those of searches.',
    ),
    only(
      'testing',
      room('testing'),
      ['^tests/fixtures/', '^contract/', '^account-api/http/reply', '^settings/files/'],
      'The kit of testers uses the contract and the fixtures of the tests. It knows no rule of the product, and no test.',
    ),
    {
      name: 'not-to-tests',
      comment: 'Nothing that ships in the product imports a test, the kit of testers, or a program that measures.',
      severity: 'error',
      from: { pathNot: '^(bench|tests|testing)/' },
      to: { path: '^(bench|tests|testing)/' },
    },
    {
      name: 'bench-not-to-tests',
      comment: 'Programs that measure or draw use the fixtures of the tests and the states of pages, and know no test.',
      severity: 'error',
      from: { path: '^bench/' },
      to: {
        path: '^tests/',
        pathNot: '^tests/(fixtures/|account-api/world|e2e/(chromium|texts|pages/)|reporters/results-file)',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Imports of types count too, because they are dependencies of the design.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
    exclude: { path: ['^build/', '\\.css'] },
  },
}
