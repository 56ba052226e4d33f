import { confirmPayment } from '../../api/cards.ts'
import { askAsBank } from '../../ui/bank-question.tsx'

/** Has the owner of the card on file confirm a payment at their bank. A sentence where they did not; the server looks either way. */
export const confirmAtBank = (publicKey: string, account: string, clientSecret: string): Promise<string | null> =>
  confirmPayment({ publicKey, account, clientSecret, askAsBank })
