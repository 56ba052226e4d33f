import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { notify } from '../../ui/notify.tsx'

/** Puts the link by which a sales person brings agencies onto the clipboard; where that is not allowed it is shown. */
export async function copyReferralLink(userId: string, done: string): Promise<void> {
  let link = ''
  try {
    link = (await send('sales.referralLink', { userId })).url
    await navigator.clipboard.writeText(link)
    notify('success', done)
  } catch (error) {
    if (link) notify('warning', `Copy this link by hand: ${link}`, { timeout: 0 })
    else notify('danger', messageOf(error))
  }
}
