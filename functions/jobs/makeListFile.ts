// Writes a file that was asked for. See domain/list-files.
import { LIST_FILE_LOST } from '#shared/model/list-file.ts'
import { makeListFile } from '../domain/companies/list-files.ts'
import { consume } from '../kit/consume.ts'

export const handler = consume('makeListFile', {
  run: (context) => makeListFile(context, context.message),
  async failed({ db, message, now }) {
    await db.listFile.fail(message, LIST_FILE_LOST, now())
  },
})
