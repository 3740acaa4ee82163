import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const page = (folder: string): string => join(import.meta.dirname, folder, 'index.html')

/** The letters that every page shows first; others are loaded where a name needs them. */
const FIRST_LETTERS = /inter-latin-wght-normal.*\.woff2$/

/** The typeface is asked for along with the page, not after its style sheet. */
const preloadTypeface = (): Plugin => ({
  name: 'preload-typeface',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => FIRST_LETTERS.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        })),
  },
})

/** One project with several pages. The service serves each at its own address, and all assets below /assets. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadTypeface()],
  build: {
    target: 'es2022',
    emptyOutDir: true,
    // Nothing inline: the pages' Content-Security-Policy allows neither inline scripts nor data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        connect: page('connect'),
        account: page('account'),
        'card-form': page('card-form'),
        legal: page('legal'),
        dashboard: page('dashboard'),
        console: page('console'),
        docs: page('docs'),
        embed: page('examples/embed'),
        home: page('home'),
        'not-found': page('home/not-found'),
        parts: page('parts'),
      },
      // Libraries change less often than pages, so they are files of their own: React for all pages, Mantine for the dashboard.
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 2 },
            {
              name: 'mantine',
              test: /node_modules\/(@mantine\/(core|hooks)|@floating-ui|@tanstack|wouter)\//,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
