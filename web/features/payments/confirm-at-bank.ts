import { isLocalKey, localAuthentication } from '../../api/cards.ts'
import { askAsBank } from '../../ui/bank-question.tsx'

const FAULT = 'Your bank could not be reached. Please try again.'

/** Has the owner of the card on file confirm a payment at their bank. A sentence where they did not; the server looks either way. */
export async function confirmAtBank(publicKey: string, account: string, clientSecret: string): Promise<string | null> {
  if (isLocalKey(publicKey)) return localAuthentication(clientSecret, account, await askAsBank())
  // Fetched where it is needed: most payments ask for nothing.
  const { loadStripe } = await import('@stripe/stripe-js/pure')
  const stripe = await loadStripe(publicKey, account ? { stripeAccount: account } : undefined)
  if (!stripe) return FAULT
  const { error } = await stripe.handleNextAction({ clientSecret })
  return error ? (error.message ?? FAULT) : null
}
