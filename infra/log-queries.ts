// Questions to the logs that come again and again, in the language of CloudWatch Logs Insights: saved beside the functions, and
// printed by the operator's tool.

/** Stands for what is asked about; replaced by the person who asks. */
const ASKED = 'PUT_ID_HERE'

/** Fields of a line (functions/kit/log.ts) that a reader needs to follow some work. */
const told =
  'fields @timestamp, level, message, call, job, schedule, status, said, error, code, tries, ms, rid, subject, mid'
const byTime = 'sort @timestamp asc\n| limit 1000'
const isOurs = 'filter service = "leadloom"'

export const logQueries = {
  story: {
    summary: 'What became of an upload, lead, payment, mail or anything else that has an id.',
    text: `${told}, tenant, company\n| filter subject = "${ASKED}" or rid = "${ASKED}" or mid = "${ASKED}"\n| ${byTime}`,
  },
  request: {
    summary: 'A request or a run of a schedule, with all that it set off.',
    text: `${told}, tenant, company\n| filter rid = "${ASKED}"\n| ${byTime}`,
  },
  faultsOfCompany: {
    summary: 'What failed for an agency or client.',
    text: `${told}\n| filter (tenant = "${ASKED}" or company = "${ASKED}") and (level = "ERROR" or level = "WARN" or status >= 500)\n| ${byTime}`,
  },
  faults: {
    summary: 'Which work fails, how often, why, and of how many companies.',
    text: `${isOurs} and level = "ERROR"\n| stats count(*) as times, count_distinct(company) as companies, max(@timestamp) as latest by job, schedule, call, error\n| sort times desc`,
  },
  slowest: {
    summary: 'Calls and jobs by how long the slowest twentieth takes.',
    text: `${isOurs} and ms >= 0\n| stats count(*) as times, pct(ms, 50) as half, pct(ms, 95) as slow, max(ms) as slowest by call, job, schedule\n| sort slow desc`,
  },
  busiest: {
    summary: 'Which companies make most work, in calls and in jobs.',
    text: `${isOurs} and message = "done"\n| stats count(*) as times, sum(ms) as all_ms by tenant, company\n| sort times desc\n| limit 50`,
  },
} as const satisfies Record<string, { summary: string; text: string }>
export type LogQuery = keyof typeof logQueries

/** A saved question with what it is asked about. An id of ours holds no sign that could end the text it stands in. */
export function askLogs(name: LogQuery, about: string): string {
  if (!/^[\w.:@#-]{1,200}$/.test(about)) throw new Error(`${about} is no id.`)
  return logQueries[name].text.replaceAll(ASKED, about)
}

export const queryName = (stage: string, where: string, name: LogQuery, part = 1): string =>
  `leadloom-${stage}/${where}/${name}${part > 1 ? `-${part}` : ''}`
