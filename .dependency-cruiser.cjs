/** The import rules of docs/architecture.md. */
const feature = '^(web|server)/src/features/([^/]+)/'
module.exports = {
  forbidden: [
    // Types may refer to each other in a cycle, such as Deps and its parts. Code may not.
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    {
      name: 'contract-stands-alone',
      severity: 'error',
      from: { path: '^contract/' },
      to: { path: '^(server|speech|web|e2e|bench)/' },
    },
    // The server starts it as a process of its own.
    { name: 'speech-is-a-process', severity: 'error', from: { path: '^(server|web)/' }, to: { path: '^speech/' } },
    {
      name: 'speech-knows-the-contract',
      severity: 'error',
      from: { path: '^speech/' },
      to: { path: '^(server|web|e2e|bench)/' },
    },
    { name: 'nothing-sideways', severity: 'error', from: { path: '^(server|web)/src/' }, to: { path: '^(e2e|bench)/' } },
    { name: 'web-not-server', severity: 'error', from: { path: '^web/' }, to: { path: '^server/' } },
    { name: 'server-not-web', severity: 'error', from: { path: '^server/' }, to: { path: '^web/' } },
    {
      name: 'web-app-is-the-top',
      severity: 'error',
      from: { path: '^web/src/(screens|overlays|features|shared|ui|platform)/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'web-features-below-screens',
      severity: 'error',
      from: { path: '^web/src/(features|shared|ui|platform)/' },
      to: { path: '^web/src/(screens|overlays)/' },
    },
    {
      name: 'web-shared-parts-know-no-feature',
      severity: 'error',
      from: { path: '^web/src/(shared|ui|platform)/' },
      to: { path: '^web/src/features/' },
    },
    {
      name: 'web-ui-knows-no-shared-part',
      severity: 'error',
      from: { path: '^web/src/(ui|platform)/' },
      to: { path: '^web/src/shared/' },
    },
    {
      name: 'web-features-are-apart',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'server-features-meet-at-services',
      severity: 'error',
      from: { path: feature },
      to: { path: '^server/src/features/', pathNot: ['^server/src/features/$2/', '\\.(service|rooms)\\.ts$'] },
    },
    {
      name: 'server-features-below-app',
      severity: 'error',
      from: { path: '^server/src/(features|http|realtime|db|ports|tls)/' },
      to: { path: '^server/src/(app|cleanup-jobs|create-deps|features|register-features|main)\\.ts' },
    },
    {
      name: 'server-foundation-knows-no-feature',
      severity: 'error',
      from: { path: '^server/src/(http|realtime|db|ports|tls)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/features/' },
    },
    {
      name: 'no-tests-in-the-product',
      severity: 'error',
      from: { path: '^(server|web)/src/', pathNot: ['\\.test\\.tsx?$', '^server/src/testing/'] },
      to: { path: '(\\.test\\.tsx?$|^server/src/testing/)' },
    },
    // geojson: types only. virtual: the build makes these modules (web/build/texts-plugin.ts). The wasm file is an entry of
    // `exports`, which is not found with the query `?url`.
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^(geojson$|virtual:|zxing-wasm/reader/zxing_reader\\.wasm)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The parser does not support `await using`, which many tests use.
    exclude: {
      path: ['(^|/)(node_modules|dist|data|results)/', '\\.test\\.tsx?$', '^server/src/testing/', '^speech/src/testing/'],
    },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css', '.svg'],
    },
  },
}
