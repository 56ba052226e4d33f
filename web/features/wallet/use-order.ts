import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { messageOf } from '../../api/api-error.ts'
import { confirmPayment } from '../../api/cards.ts'
import { send } from '../../api/client.ts'
import { refreshSetup } from '../../api/session.ts'
import type { Output } from '../../api/terms.ts'
import { underWay } from '../../api/work-under-way.ts'
import { askAsBank } from '../../ui/bank-question.tsx'
import { notify } from '../../ui/notify.tsx'

type Charged = Output<'wallet.charge'>

/** A top-up pays what was owed too, so it ends what is said of that. */
const saysDebts = (name: string) =>
  name.startsWith('wallet.') ||
  name.startsWith('payments.') ||
  name === 'account.home' ||
  name === 'account.countNotices'

const STILL_WAITS = 'Your bank still waits for your confirmation. You find this payment in your transactions.'

/** Follows an order to its end, over the bank if that asks; says what came of it, and has the wallet read again no matter what it was. */
export function useOrder(companyId: string) {
  const { mutate } = useSWRConfig()
  const [isBusy, setBusy] = useState(false)

  async function finish(answer: Charged): Promise<Pick<Charged, 'result' | 'message'>> {
    const { confirmation } = answer
    if (answer.result !== 'action' || !confirmation) return answer
    const { clientSecret, publicKey, transactionId } = confirmation
    const refused = await confirmPayment({ publicKey, clientSecret, askAsBank })
    // No matter what the browser says of it: how the payment stands is known where it was made.
    const ended = await send('wallet.confirm', { companyId: companyId, transactionId })
    return ended.result === 'action' ? { result: 'failed', message: refused ?? STILL_WAITS } : ended
  }

  /** Answers what went wrong before an answer came; undefined when there was one. */
  async function follow(ask: () => Promise<Charged>): Promise<unknown> {
    setBusy(true)
    try {
      const { result, message } = await underWay(async () => finish(await ask()))
      notify(result === 'success' ? 'success' : 'danger', message)
      return undefined
    } catch (error) {
      notify('danger', messageOf(error))
      return error
    } finally {
      setBusy(false)
      void mutate((key) => Array.isArray(key) && saysDebts(String(key[0])))
      void refreshSetup()
    }
  }

  const look = (transactionId: string) => follow(() => send('wallet.confirm', { companyId: companyId, transactionId }))
  return { follow, look, isBusy }
}
