import { Anchor, Badge, Group, Tooltip } from '@mantine/core'
import IconApi from '@tabler/icons-react/dist/esm/icons/IconApi.mjs'
import IconCreditCardOff from '@tabler/icons-react/dist/esm/icons/IconCreditCardOff.mjs'
import IconStar from '@tabler/icons-react/dist/esm/icons/IconStar.mjs'
import { Link } from 'react-router-dom'
import { companyPath } from '#shared/access/routes.ts'
import { apiIndicators, apiStateOf } from '#shared/model/api-indicator.ts'
import classes from './companies.module.css'
import type { CompanyRow } from './use-company-list.ts'

type MarkProps = { label: string; colour: string; children: React.ReactNode }

/** An icon that says in words what its colour says too. */
export function Mark({ label, colour, children }: MarkProps) {
  return (
    <Tooltip label={label}>
      <span role="img" aria-label={label} className={classes.mark} data-colour={colour}>
        {children}
      </span>
    </Tooltip>
  )
}

const PaymentFailed = () => (
  <Mark label="Payment failed" colour="red">
    <IconCreditCardOff size={16} />
  </Mark>
)

function ApiIndicator({ row }: { row: CompanyRow }) {
  const state = apiStateOf({
    isOn: row.apiMode,
    hasKey: row.hasApiKey,
    hasAgreement: row.hasDeveloperAgreement,
    isPaid: row.customerPaymentId !== '' && row.paymentStatus !== 'failed',
  })
  const { colour, label } = apiIndicators[state]
  return (
    <Mark label={label} colour={colour}>
      <IconApi size={16} />
    </Mark>
  )
}

const hasSales = (row: CompanyRow) => Boolean(row.salesRepId || row.accountExecutiveId || row.referralId)

/** The name of a company with everything there is to notice about it. */
export function CompanyName({ row, showsApi = false }: { row: CompanyRow; showsApi?: boolean }) {
  const isAgency = row.userType === 'agency'
  return (
    <Group gap={6} wrap="nowrap">
      <Anchor
        component={Link}
        to={companyPath(row.companyId)}
        inherit
        c="inherit"
        underline="hover"
        className={classes.name}
        title={row.companyName}
        dir="auto"
      >
        {row.companyName}
      </Anchor>
      {row.paymentStatus === 'failed' && <PaymentFailed />}
      {isAgency && showsApi && <ApiIndicator row={row} />}
      {!isAgency && hasSales(row) && (
        <Mark label="Best sales" colour="yellow">
          <IconStar size={16} />
        </Mark>
      )}
      {row.isCancelled && (
        <Badge size="sm" color="yellow">
          Cancelled
        </Badge>
      )}
      {row.isInvited && (
        <Badge size="sm" color="gray">
          Invited
        </Badge>
      )}
    </Group>
  )
}
