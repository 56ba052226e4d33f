import { Stack, Table, Text, Title } from '@mantine/core'
import IconApi from '@tabler/icons-react/dist/esm/icons/IconApi.mjs'
import IconBan from '@tabler/icons-react/dist/esm/icons/IconBan.mjs'
import IconCashBanknote from '@tabler/icons-react/dist/esm/icons/IconCashBanknote.mjs'
import IconCoins from '@tabler/icons-react/dist/esm/icons/IconCoins.mjs'
import IconCreditCardOff from '@tabler/icons-react/dist/esm/icons/IconCreditCardOff.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconEye from '@tabler/icons-react/dist/esm/icons/IconEye.mjs'
import IconHistory from '@tabler/icons-react/dist/esm/icons/IconHistory.mjs'
import IconMail from '@tabler/icons-react/dist/esm/icons/IconMail.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconReceipt2 from '@tabler/icons-react/dist/esm/icons/IconReceipt2.mjs'
import IconReceiptDollar from '@tabler/icons-react/dist/esm/icons/IconReceiptDollar.mjs'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import IconTag from '@tabler/icons-react/dist/esm/icons/IconTag.mjs'
import IconToggleLeft from '@tabler/icons-react/dist/esm/icons/IconToggleLeft.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs'
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs'
import { type ReactNode, useState } from 'react'
import { REMOVED_KEPT_DAYS } from '#shared/retention.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Mark } from './company-marks.tsx'
import { useRights } from './use-rights.ts'

type Entry = readonly [icon: ReactNode, what: string, meaning: string]

const ICON = 16
const icons: readonly Entry[] = [
  [<IconEye key="eye" size={ICON} />, 'View as', 'Shows the platform through the eyes of that person.'],
  [<IconPencil key="pencil" size={ICON} />, 'Edit', 'Changes names, address, phone, sub-domain, products and terms.'],
  [<IconUserPlus key="plus" size={ICON} />, 'Add client', 'Makes a client of this agency and invites its person.'],
  [<IconMail key="mail" size={ICON} />, 'Send invitation again', 'For people who have not chosen a password yet.'],
  [<IconTag key="price" size={ICON} />, 'Set price', 'What the client pays, by product and term.'],
  [<IconBan key="ban" size={ICON} />, 'Exclude from minimum spend', 'The minimum spend is not asked of the company.'],
  [<IconReceipt2 key="include" size={ICON} />, 'Include in minimum spend', 'The minimum spend is asked of it again.'],
  [
    <IconTrash key="trash" size={ICON} />,
    'Delete',
    `Ends the company. Bills are kept; leads and people are erased after ${REMOVED_KEPT_DAYS} days.`,
  ],
]
/** What operators do beside it. */
const operatorIcons: readonly Entry[] = [
  [<IconCoins key="coins" size={ICON} />, 'Cost setting', 'What the agency pays the platform, by product and term.'],
  [<IconToggleLeft key="bill" size={ICON} />, 'Manual billing', 'Bills campaigns wholesale to the card of the agency.'],
  [<IconReceiptDollar key="board" size={ICON} />, 'Onboarding charge', 'What the first card of the agency is charged.'],
  [
    <IconCashBanknote key="settle" size={ICON} />,
    'Settle failed payments',
    'Clears a failed payment. It cannot be undone.',
  ],
  [<IconUsers key="sales" size={ICON} />, 'Set Sales Person', 'Who looks after the agency.'],
  [<IconHistory key="logs" size={ICON} />, 'User logs', 'Who did what in the agency, and when.'],
  [<IconDownload key="file" size={ICON} />, 'Download agreement', 'The agreement as the agency has it.'],
]
/** What sales people do with the agencies that are theirs. */
const ofSales = ['Edit', 'Add client', 'Send invitation again', 'Cost setting']
const mark = (colour: string, icon: ReactNode, label: string) => (
  <Mark key={label} colour={colour} label={label}>
    {icon}
  </Mark>
)
const marks: readonly Entry[] = [
  [mark('red', <IconCreditCardOff size={ICON} />, 'Payment failed'), 'Red card', 'The latest payment failed.'],
  [mark('yellow', <IconStar size={ICON} />, 'Best sales'), 'Star', 'A client that a sales person brought.'],
]
const colours: readonly Entry[] = [
  [
    mark('orange', <IconApi size={ICON} />, 'Orange'),
    'Orange',
    'Switched on, but the agreement or the payment is missing; or there is a key while it is switched off.',
  ],
  [mark('green', <IconApi size={ICON} />, 'Green'), 'Green', 'Switched on, with an active key.'],
  [mark('blue', <IconApi size={ICON} />, 'Blue'), 'Blue', 'Switched on, without a key yet.'],
  [mark('gray', <IconApi size={ICON} />, 'Grey'), 'Grey', 'Switched off.'],
]
const terms: readonly Entry[] = [
  ['', 'Weekly', 'Fees and leads are charged every week.'],
  ['', 'Monthly', 'Fees and leads are charged every month.'],
  ['', 'One Time', 'One charge for a whole campaign.'],
  ['', 'Prepaid', 'Leads are paid from a balance that is topped up.'],
]

function Legend({ title, entries }: { title: string; entries: readonly Entry[] }) {
  return (
    <section aria-label={title}>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      <Table withRowBorders={false} verticalSpacing={4} horizontalSpacing="xs">
        <Table.Tbody>
          {entries.map(([icon, what, meaning]) => (
            <Table.Tr key={what}>
              {icon !== '' && <Table.Td w={28}>{icon}</Table.Td>}
              <Table.Th scope="row" w="min(150px, 30vw)">
                {what}
              </Table.Th>
              <Table.Td>
                <Text size="sm">{meaning}</Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** What the signs of the list mean. */
export default function HelpDialog({ showsApi, onClose }: { showsApi: boolean; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const rights = useRights()
  const actions = [...icons, ...operatorIcons]
  return (
    <Dialog
      opened={isOpen}
      onClose={() => setOpen(false)}
      onExitTransitionEnd={onClose}
      title="About this list"
      size="lg"
    >
      <Stack gap="md">
        <Legend
          title="Actions"
          entries={rights.role === 'root' ? actions : actions.filter(([, what]) => ofSales.includes(what))}
        />
        <Legend title="Marks" entries={marks} />
        {showsApi && <Legend title="Developer API" entries={colours} />}
        <Legend title="Payment terms" entries={terms} />
      </Stack>
    </Dialog>
  )
}
