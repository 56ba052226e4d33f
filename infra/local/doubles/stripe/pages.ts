// The pages that Stripe would show: the form that opens a connected account, and the owner's own pages afterwards.
import type { Step } from './accounts.ts'
import type { Account, AccountLink, Charge, Dispute } from './objects.ts'

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:3rem auto;padding:0 1rem;color-scheme:light dark}
button{display:block;width:100%;margin:.5rem 0;padding:.8rem;font:inherit;text-align:left;cursor:pointer}
small{opacity:.75}dt{font-weight:600}dd{margin:0 0 .5rem}`

const frame = (title: string, body: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head><body>
<p><small>This page stands in for Stripe on a developer's machine.</small></p><h1>${title}</h1>${body}</body></html>`

const choices: readonly [Step, string, string][] = [
  ['complete', 'Tell everything', 'Stripe accepts it at once: charges and payouts are on.'],
  ['verifying', 'Tell everything, verification takes a while', 'The account is submitted and waits for Stripe.'],
  ['restricted', 'Tell everything but a document', 'Charges are on, payouts are held back.'],
  ['unfinished', 'Leave in the middle', 'Come back later to go on.'],
  ['rejected', 'Be rejected', 'Stripe does not want this account.'],
]

export const onboardingPage = (link: AccountLink, account: Account) =>
  frame(
    'Open your payment account',
    `<p>${escapeHtml(account.business_profile.name ?? account.email ?? account.id)}</p><form method="post">${choices
      .map(([step, title, text]) => `<button name="step" value="${step}">${title}<br><small>${text}</small></button>`)
      .join('')}</form><p><small>${escapeHtml(link.account)}</small></p>`,
  )

export const dashboardPage = (account: Account, receivedCents: number) =>
  frame(
    'Your payment account',
    `<dl><dt>Account</dt><dd>${escapeHtml(account.id)}</dd><dt>E-mail</dt><dd>${escapeHtml(account.email ?? '')}</dd>
<dt>Charges</dt><dd>${account.charges_enabled ? 'on' : 'off'}</dd><dt>Payouts</dt><dd>${account.payouts_enabled ? 'on' : 'off'}</dd>
<dt>Received</dt><dd>$${(receivedCents / 100).toFixed(2)}</dd></dl>`,
  )

export const gonePage = () => frame('This page has expired', '<p>Go back and ask for a new one.</p>')

export type PaidIn = { account: string; charges: readonly Charge[]; disputes: readonly Dispute[]; isAway: boolean }

const dollars = (amount: number) => `$${(amount / 100).toFixed(2)}`

/** A button that does one thing. */
function button(action: string, label: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${escapeHtml(action)}">${inputs.join('')}<button>${escapeHtml(label)}</button></form>`
}

function chargeRow(action: string, account: string, charge: Charge): string {
  const { payment_intent: id, amount, amount_refunded: back } = charge
  const left = amount - back
  const part = Math.floor(left / 2)
  const fee = charge.application_fee ? { with_fee: 'on' } : {}
  const buttons = [
    ...(left > 0 ? [button(action, 'Refund', { do: 'refund', id, account, ...fee })] : []),
    ...(part > 0 ? [button(action, 'Refund half', { do: 'refund', id, account, amount: String(part) })] : []),
    ...(left > 0 && !charge.disputed
      ? [
          button(action, 'Dispute', { do: 'dispute', id, account, reason: 'fraudulent' }),
          button(action, 'Bank asks first', { do: 'dispute', id, account, reason: 'unrecognized', inquiry: 'on' }),
        ]
      : []),
  ]
  return `<tr><td>${dollars(amount)}${back > 0 ? `<br><small>${dollars(back)} went back</small>` : ''}</td><td>${escapeHtml(charge.description ?? '')}<br><small>${escapeHtml(id)}</small></td><td>${buttons.join('')}</td></tr>`
}

const next: Record<string, readonly [string, string][]> = {
  warning_needs_response: [
    ['needs_response', 'It becomes a dispute'],
    ['warning_closed', 'The bank lets it be'],
  ],
  needs_response: [
    ['under_review', 'Evidence is given'],
    ['won', 'Won'],
    ['lost', 'Lost'],
  ],
  under_review: [
    ['won', 'Won'],
    ['lost', 'Lost'],
  ],
}

function disputeRow(action: string, account: string, { id, amount, reason, status, payment_intent }: Dispute): string {
  const buttons = (next[status] ?? []).map(([to, label]) =>
    button(action, label, { do: 'move_dispute', id, account, status: to }),
  )
  return `<tr><td>${dollars(amount)}</td><td>${escapeHtml(status.replaceAll('_', ' '))}, ${escapeHtml(reason)}<br><small>${escapeHtml(payment_intent)}</small></td><td>${buttons.join('')}</td></tr>`
}

function accountPart(action: string, { account, charges, disputes, isAway }: PaidIn): string {
  if (isAway)
    return `<h2>${escapeHtml(account)}</h2><div class="tools">${button(action, 'Its owner connects it again', { do: 'reconnect', account })}</div>`
  const tools = account
    ? [
        button(action, 'A payout fails', { do: 'fail_payout', account, amount: '12500' }),
        button(action, 'Stripe stops its charges', { do: 'set_account', account, status: 'rejected' }),
        button(action, 'It may charge again', { do: 'set_account', account, status: 'complete' }),
        button(action, 'Its owner disconnects it', { do: 'disconnect', account }),
      ]
    : []
  const rows = charges.map((charge) => chargeRow(action, account, charge)).join('')
  const disputed = disputes.map((dispute) => disputeRow(action, account, dispute)).join('')
  const empty = '<p><small>No charges yet.</small></p>'
  return `<h2>${account ? escapeHtml(account) : 'The platform'}</h2><div class="tools">${tools.join('')}</div>${rows ? `<table>${rows}</table>` : empty}${disputed ? `<h3>Disputes</h3><table>${disputed}</table>` : ''}`
}

const wide = `body{max-width:60rem}table{width:100%;border-collapse:collapse}td{padding:.4rem .6rem .4rem 0;vertical-align:top;border-bottom:1px solid light-dark(#ddd,#444)}
form{display:inline-block}form button{display:inline-block;width:auto;margin:.1rem;padding:.3rem .6rem}small{overflow-wrap:anywhere}`

/** All charges of the platform and of connected accounts, with what people and banks do with them there. */
export const paymentsPage = (all: readonly PaidIn[], action: string) =>
  frame('Payments', `<style>${wide}</style>${all.map((each) => accountPart(action, each)).join('')}`)
