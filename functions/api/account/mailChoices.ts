import { contracts } from '#shared/contracts/index.ts'
import { mailTopics } from '#shared/notices.ts'
import { toFlag } from '#shared/wire.ts'
import { handle } from '../../kit/handle.ts'

export default handle(contracts.account.mailChoices, async ({ db, me }) => {
  const { withoutMail } = await db.notice.reader(me.id)
  return { data: mailTopics.map((topic) => ({ topic, mail: toFlag(!withoutMail.includes(topic)) })) }
})
