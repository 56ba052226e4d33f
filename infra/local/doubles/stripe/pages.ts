// The pages that Stripe would show: the form that opens a connected account, and the owner's own pages afterwards.
import type { Step } from './accounts.ts'
import type { Account, AccountLink } from './objects.ts'

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
