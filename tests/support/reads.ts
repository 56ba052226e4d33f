/** Whether a command of the table's client changes nothing, by its name. */
export const isRead = (command: string): boolean => /^(Get|BatchGet|TransactGet|Query|Scan)/.test(command)
