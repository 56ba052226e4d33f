import type { Input } from '#shared/contracts/index.ts'
import { messages } from '#shared/messages.ts'
import { useSend } from '../../api/use-send.ts'
import { notify } from '../../ui/notify.tsx'

type Kind = Input<'documents.downloadAgreement'>['document_type']

/** Opens an agreement of a person's company in another tab. Without a person nothing is asked for. */
export function useAgreement() {
  const { send } = useSend('documents.downloadAgreement')
  const find = async (userId: string | null, kind: Kind): Promise<string> => {
    if (!userId) throw new Error(messages.agreementFailed)
    return (await send({ user_id: userId, document_type: kind })).url
  }
  return async (userId: string | null, kind: Kind): Promise<void> => {
    try {
      window.open(await find(userId, kind), '_blank', 'noopener')
    } catch {
      notify('danger', messages.agreementFailed)
    }
  }
}
