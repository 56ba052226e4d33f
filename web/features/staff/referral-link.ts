import { messageOf } from '../../api/api-error.ts'
import { send } from '../../api/client.ts'
import { notify } from '../../ui/notify.tsx'

/** Puts the link by which a sales person brings agencies onto the clipboard. */
export async function copyReferralLink(userId: string, done: string): Promise<void> {
  try {
    const { url } = await send('sales.referralLink', { userId })
    await navigator.clipboard.writeText(url)
    notify('success', done)
  } catch (error) {
    notify('danger', messageOf(error, 'The link could not be copied. Allow this page to use the clipboard.'))
  }
}
