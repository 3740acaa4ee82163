// The page is whole without this script, which adds the environment and the address that it is served from.

interface Home {
  readonly environment: 'sandbox' | 'production'
  readonly api: string
}

const ENVIRONMENTS = { sandbox: 'Sandbox: no real money moves', production: 'Production' }

async function describe(): Promise<void> {
  const answer = await fetch('/', { headers: { accept: 'application/json' } })
  if (!answer.ok) return
  const { environment, api } = (await answer.json()) as Home
  const base = document.querySelector('#base')
  if (base) base.textContent = `${location.origin}${api}`
  const badge = document.querySelector<HTMLElement>('#environment')
  if (!badge) return
  badge.textContent = ENVIRONMENTS[environment]
  badge.dataset.environment = environment
  badge.hidden = false
}

// Without an answer the page stays as it is.
describe().catch(() => undefined)
