// Imports point one way: kernel ← platform ← ledger, http, rails ← tenants ← resources ← sandbox, dashboard, console, docs ← app ← main.
const src = (folders) => `^service/src/(${folders})(/|\\.ts$)`

const LAYERS = [
  'kernel',
  'platform',
  'ledger|http|rails',
  'tenants',
  'resources',
  'sandbox|dashboard|console|docs',
  'config|setting|roles|settings-file',
  'app',
  'main|tributaryd|operator',
]

const upward = LAYERS.slice(0, -1).map((layer, index) => ({
  name: `${layer.replaceAll('|', '-')}-imports-nothing-above`,
  severity: 'error',
  from: { path: src(layer), pathNot: '\\.test\\.ts$' },
  to: { path: src(LAYERS.slice(index + 1).join('|')) },
}))

export default {
  forbidden: [
    ...upward,
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kernel-is-pure',
      comment: 'The kernel imports nothing of ours and nothing that talks to the world.',
      severity: 'error',
      from: { path: src('kernel'), pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^service/src/kernel/', '^(node:)?crypto$'] },
    },
    {
      name: 'siblings-ledger-http-rails',
      severity: 'error',
      from: { path: src('ledger|http|rails'), pathNot: '\\.test\\.ts$' },
      to: { path: src('ledger|http|rails'), pathNot: '^service/src/$1/' },
    },
    {
      name: 'a-room-is-entered-by-its-door',
      comment: 'A resource uses another only through its index.ts.',
      severity: 'error',
      from: { path: '^service/src/resources/([^/]+)/' },
      to: { path: '^service/src/resources/([^/]+)/', pathNot: ['^service/src/resources/$1/', '/index\\.ts$'] },
    },
    {
      name: 'fastify-only-at-the-door',
      severity: 'error',
      from: {
        path: '^service/src',
        pathNot: ['^service/src/http/', '(/|\\.)routes\\.ts$', '^service/src/app/', '\\.test\\.ts$'],
      },
      to: { path: ['node_modules/fastify', 'node_modules/@fastify'] },
    },
    {
      name: 'the-driver-only-in-platform',
      severity: 'error',
      from: { path: '^service/src', pathNot: ['^service/src/platform/', '\\.test\\.ts$'] },
      to: { path: 'node_modules/postgres/' },
    },
    {
      name: 'contracts-import-nothing',
      comment: 'The types that pages and service exchange depend on neither, and on no library.',
      severity: 'error',
      from: { path: '^contracts/' },
      to: { pathNot: '^contracts/' },
    },
    {
      name: 'service-and-web-meet-in-contracts',
      comment: 'web/house.test.ts holds the other direction: the pages import nothing of the service.',
      severity: 'error',
      from: { path: '^(service|bench|prove)/' },
      to: { path: '^web/' },
    },
    {
      name: 'kernel-platform-ledger-import-no-contracts',
      severity: 'error',
      from: { path: src('kernel|platform|ledger') },
      to: { path: '^contracts/' },
    },
    {
      name: 'the-sdk-imports-nothing',
      comment: 'The TypeScript library has no dependencies, and runs where there is no Node.',
      severity: 'error',
      from: { path: '^sdk/typescript/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^sdk/typescript/src/' },
    },
    {
      name: 'the-command-uses-only-the-sdk',
      severity: 'error',
      from: { path: '^cli/src/', pathNot: '\\.test\\.ts$' },
      to: {
        pathNot: ['^cli/src/', '^sdk/typescript/src/index\\.ts$', 'node_modules/@modelcontextprotocol/'],
        dependencyTypesNot: ['core'],
      },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The packed library, where somebody has made it.
    exclude: { path: '^sdk/typescript/dist/' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
