import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const page = (folder: string): string => join(import.meta.dirname, folder, 'index.html')

/** One project, several pages; the service serves each below its own address and the assets of all below /assets. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
        dashboard: page('dashboard'),
        embed: page('examples/embed'),
      },
      // Libraries apart from our pages, which change more often; those of the dashboard apart from React, which all share.
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
