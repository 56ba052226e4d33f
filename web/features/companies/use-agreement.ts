import { messages } from '#shared/messages.ts'
import type { Input } from '../../api/terms.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'

type Kind = Input<'documents.downloadAgreement'>['documentType']

const BLOCKED = 'Your browser kept the new tab from opening. Allow pop-ups of this site, and try again.'

/** Opens an agreement of a person's company in another tab. Without a person nothing is asked for. */
export function useAgreement() {
  const { send } = useSend('documents.downloadAgreement')
  const find = async (userId: string | null, kind: Kind): Promise<string> => {
    if (!userId) throw new Error(messages.agreementFailed)
    return (await send({ userId: userId, documentType: kind })).url
  }
  return async (userId: string | null, kind: Kind): Promise<void> => {
    // While the press still counts: after an answer browsers take a new tab for a pop-up.
    const tab = userId ? window.open('', '_blank') : null
    if (tab) tab.opener = null
    try {
      const url = await find(userId, kind)
      if (tab) tab.location.href = url
      else notify('warning', BLOCKED)
    } catch {
      tab?.close()
      notify('danger', messages.agreementFailed)
    }
  }
}
