// The command without dependencies: what the package holds. `mcp` and its library are a file of their own, which no other
// command loads. In the clone it runs from its sources.
import { chmodSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const here = dirname(fileURLToPath(import.meta.url))
const { engines } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'))

await build({
  configFile: false,
  logLevel: 'warn',
  root: here,
  ssr: { noExternal: true },
  build: {
    ssr: join(here, 'src/main.ts'),
    target: `node${engines.node.replace(/\D/g, '')}`,
    outDir: join(here, 'dist'),
    emptyOutDir: true,
    rollupOptions: { output: { entryFileNames: 'tributary.js' } },
  },
})
chmodSync(join(here, 'dist/tributary.js'), 0o755)
