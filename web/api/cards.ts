// What a card form needs of the payment provider. On a developer's machine a double stands in for it, which the browser reaches
// through the platform's own door; elsewhere the provider's own script talks to the provider.

const localDoor = '/_local/stripe'
/** The key of the local double: it is good for nothing else. */
export const isLocalKey = (publicKey: string) => publicKey === 'pk_test_leadloom_local'

export type CardNumbers = { number: string; month: string; year: string; code: string }
export type CardOwner = { name: string; address: string; city: string; state: string; zip: string; country: string }
/** A token for the server, or the reason why there is none, for the card's owner. */
export type Tokenized = { token: string } | { fault: string }

type Answer = { id?: string; error?: { message: string } }
const UNREACHABLE = 'The payment provider cannot be reached. Please try again in a moment.'

async function ask(path: string, form: Record<string, string>, headers: Record<string, string>): Promise<Answer> {
  try {
    const response = await fetch(`${localDoor}${path}`, { method: 'POST', body: new URLSearchParams(form), headers })
    // The double is ours, and answers as the provider does.
    return await response.json()
  } catch {
    return { error: { message: UNREACHABLE } }
  }
}

/** Turns a card into a token at the local double. The number goes there and nowhere else. */
export async function localToken(
  publicKey: string,
  account: string,
  card: CardNumbers,
  owner: CardOwner,
): Promise<Tokenized> {
  const answer = await ask(
    '/v1/payment_methods',
    {
      type: 'card',
      'card[number]': card.number.replace(/\s/g, ''),
      'card[exp_month]': card.month,
      'card[exp_year]': card.year,
      'card[cvc]': card.code,
      'billing_details[name]': owner.name,
      'billing_details[address][postal_code]': owner.zip,
    },
    { authorization: `Bearer ${publicKey}`, ...(account && { 'stripe-account': account }) },
  )
  return answer.id ? { token: answer.id } : { fault: answer.error?.message ?? UNREACHABLE }
}

/** Says to the local double what the owner of a card does at their bank; answers why it could not be said. */
export async function localAuthentication(
  clientSecret: string,
  account: string,
  hasAgreed: boolean,
): Promise<string | null> {
  const outcome = hasAgreed ? 'complete' : 'fail'
  const { error } = await ask('/authenticate', { client_secret: clientSecret, account, outcome }, {})
  return error?.message ?? null
}

type Confirmation = {
  publicKey: string
  clientSecret: string
  /** The connected account that is paid into; the platform's own where it is left out. */
  account?: string
  askAsBank: () => Promise<boolean>
}

/** Takes the owner of the card on file to their bank, and comes back when they are done there; a reason when they are not. */
export async function confirmPayment(confirmation: Confirmation): Promise<string | null> {
  const { publicKey, clientSecret, account = '', askAsBank } = confirmation
  if (isLocalKey(publicKey)) return localAuthentication(clientSecret, account, await askAsBank())
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  const stripe = await loadStripe(publicKey, account ? { stripeAccount: account } : undefined).catch(() => null)
  if (!stripe) return UNREACHABLE
  const { error } = await stripe.handleNextAction({ clientSecret })
  return error ? (error.message ?? UNREACHABLE) : null
}
