import { ActionIcon, Anchor, Text } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { Link } from 'react-router-dom'
import classes from './campaigns.module.css'
import { helperOf, mendOf, type Refusal } from './mends.ts'
import { editorPath } from './paths.ts'
import type { CampaignRow } from './use-campaign-list.ts'
import type { Rights } from './use-rights.ts'

type Props = { row: CampaignRow; refusal: Refusal; rights: Rights; onClose: () => void }

/** Why a row was refused something, and the page that mends it. */
export function RefusalNote({ row, refusal, rights, onClose }: Props) {
  const mend = mendOf(refusal, row, rights)
  const to =
    mend &&
    ('to' in mend ? mend.to : editorPath({ line: row.productLine, campaign: row.campaignNumber, step: mend.step }))
  const helper = mend ? '' : helperOf(refusal, rights)
  return (
    <div className={classes.note} role="alert">
      <Text size="sm" dir="auto" className={classes.noteText}>
        {refusal.message} {helper}{' '}
        {mend && to && (
          <Anchor component={Link} to={to} inherit>
            {mend.label}
          </Anchor>
        )}
      </Text>
      <ActionIcon aria-label={`Close what is said of ${row.campaignName}`} onClick={onClose}>
        <IconX size={14} />
      </ActionIcon>
    </div>
  )
}
