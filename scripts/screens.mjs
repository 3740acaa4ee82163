// Photographs every screen in light and dark, at 1280 and 390 pixels (the dashboard and the docs at 1920, too), and makes one
// sheet of them: screens/index.html. `npm run screens -- console` photographs one part only.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = 'screens'
const root = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = join(root, FOLDER)

/** The files of browser tests that photograph; each room's views are folders like `dashboard-1280-light`. */
const TESTS = [
  'parts',
  'tour',
  'console',
  'docs',
  'home.test',
  'account',
  'alerts',
  'limits',
  'withdrawals',
  'approvals',
  'mails',
]
const VIEWS = ['1280-light', '1280-dark', '640-light', '640-dark', '390-light', '390-dark', '1920-light']

const markup = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Room → screen → view → path of the picture. */
function pictures() {
  const rooms = new Map()
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    const [, room = entry.name, view = ''] = /^(.+?)-(\d+-(?:light|dark))$/.exec(entry.name) ?? []
    for (const file of readdirSync(join(folder, entry.name)).filter((name) => name.endsWith('.png'))) {
      const screens = rooms.get(room) ?? rooms.set(room, new Map()).get(room)
      const name = file.slice(0, -'.png'.length)
      const views = screens.get(name) ?? screens.set(name, new Map()).get(name)
      views.set(view, `${entry.name}/${file}`)
    }
  }
  return rooms
}

function sheet() {
  const rooms = [...pictures()].sort(([a], [b]) => a.localeCompare(b))
  const row = ([name, views]) => {
    const order = [
      ...VIEWS.filter((view) => views.has(view)),
      ...[...views.keys()].filter((view) => !VIEWS.includes(view)),
    ]
    const shots = order.map(
      (view) =>
        `<figure><a href="${markup(views.get(view))}"><img loading="lazy" src="${markup(views.get(view))}" alt="${markup(`${name}, ${view}`)}"></a><figcaption>${markup(view)}</figcaption></figure>`,
    )
    return `<h3>${markup(name)}</h3><div>${shots.join('')}</div>`
  }
  const parts = rooms.map(
    ([room, screens]) =>
      `<h2 id="${markup(room)}">${markup(room)}</h2>${[...screens]
        .sort(([a], [b]) => a.localeCompare(b))
        .map(row)
        .join('\n')}`,
  )
  const links = rooms.map(([room, screens]) => `<a href="#${markup(room)}">${markup(room)} (${screens.size})</a>`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every screen</title>
<style>
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif }
body { margin: 2rem } nav { display: flex; flex-wrap: wrap; gap: 1rem }
div { display: flex; gap: 1rem; align-items: flex-start; overflow-x: auto }
figure { margin: 0 } img { height: 22rem; border: 1px solid #8888; border-radius: 6px } figcaption { opacity: .7 }
</style>
<h1>Every screen</h1><nav>${links.join('')}</nav>
${parts.join('\n')}
</html>
`
}

const chosen = process.argv.slice(2)
const { status } = spawnSync('vitest', ['run', '--project', 'browser', ...(chosen.length > 0 ? chosen : TESTS)], {
  cwd: root,
  env: { ...process.env, SCREENS: FOLDER },
  stdio: 'inherit',
})
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'index.html'), sheet())
console.log(`\nThe sheet of all screens: ${join(FOLDER, 'index.html')}`)
process.exitCode = status ?? 1
