import { Divider, Title } from '@mantine/core'
import { useEffect } from 'react'
import { log } from '../../api/log.ts'
import { useCall } from '../../api/use-call.ts'
import { DocumentView } from '../../ui/document-view.tsx'

/** What an agency must spend, under its agreement. Agencies without a minimum have no addendum. */
export function MinimumAddendum({ companyId }: { companyId: string }) {
  const { data, error } = useCall('pricing.agreement', { companyId: companyId })
  useEffect(() => {
    // The agreement itself can be read without it.
    if (error) log.error('The minimum spend could not be loaded.', error)
  }, [error])
  if (!data?.data) return null
  return (
    <>
      <Divider my="xl" />
      <section>
        <Title order={2}>{data.data.title}</Title>
        <DocumentView blocks={data.data.blocks} />
      </section>
    </>
  )
}
