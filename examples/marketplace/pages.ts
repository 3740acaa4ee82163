import type { Market } from './market.ts'

const escapeHtml = (text: unknown): string =>
  String(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="/style.css"><h1>${title}</h1>${body}</html>`

export const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { width: 100%; border-collapse: collapse } td, th { padding: .375rem .5rem; text-align: left; border-bottom: 1px solid #8884 }
iframe { width: 100%; max-width: 600px; height: 800px; border: 1px solid #8884; border-radius: 12px }
form { display: inline } button { font: inherit; padding: .25rem .75rem; cursor: pointer }`

/** Removes the frame when the page in it says that it is done. Messages of others are ignored. */
export const SCRIPT = `const frame = document.querySelector('iframe')
addEventListener('message', (event) => {
  if (event.source !== frame.contentWindow || event.origin !== new URL(frame.src).origin) return
  if (['connect_exit', 'card_saved'].includes(event.data)) document.querySelector('form').submit()
})`

const button = (action: string, label: string): string =>
  `<form method="post" action="${escapeHtml(action)}"><button>${escapeHtml(label)}</button></form>`

export function homePage(market: Market, differences?: readonly string[]): string {
  const creators = market
    .creators()
    .map(
      ({ id, name, status }) =>
        `<tr><td>${escapeHtml(name)}<td>${escapeHtml(status)}<td>${dollars(market.owed(id))}<td>${status === 'active' ? button(`/buy/${id}`, 'Buy a print for $25.00') : `<a href="/onboard/${escapeHtml(id)}">Onboard</a>`}`,
    )
  const orders = market
    .orders()
    .map(
      ({ id, item, price_in_cents, status }) =>
        `<tr><td>${escapeHtml(id)}<td>${escapeHtml(item)}<td>${dollars(price_in_cents)}<td>${escapeHtml(status)}<td>${status === 'created' ? `<a href="/card/${escapeHtml(id)}">Pay</a>` : ''}`,
    )
  const payouts = market
    .payouts()
    .map(
      ({ id, amount_in_cents, status }) =>
        `<tr><td>${escapeHtml(id)}<td>${dollars(amount_in_cents)}<td>${escapeHtml(status)}`,
    )
  const books = differences
    ? `<p><strong>${differences.length === 0 ? 'Our database and the books of Tributary agree.' : escapeHtml(differences.join(' '))}</strong>`
    : ''
  return page(
    'A marketplace',
    `${books}<h2>Creators</h2><table><tr><th>Name<th>Status<th>Owed<th>${creators.join('')}</table>
<h2>Orders</h2><table><tr><th>Order<th>Item<th>Price<th>Status<th>${orders.join('')}</table>
<h2>Payouts</h2><table><tr><th>Payout<th>Amount<th>Status${payouts.join('')}</table>
<p>${button('/week', 'A week passes; pay the creators')} ${button('/reconcile', 'Reconcile')}`,
  )
}

/** A page of Tributary in an iframe; the form leads back when it is done. */
export const framePage = (title: string, url: string, then: string): string =>
  page(
    title,
    `<iframe title="${title}" src="${escapeHtml(url)}"></iframe>${button(then, 'Back')}<script src="/frame.js"></script>`,
  )
