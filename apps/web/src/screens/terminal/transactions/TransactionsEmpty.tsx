/** What stands where no transaction is shown: why, and what to do. */
export const TransactionsEmpty = ({
  hidden,
  isFiltered,
}: {
  /** Transactions that are there and not shown. */
  readonly hidden: number;
  readonly isFiltered: boolean;
}) => (
  <p className="transactions__empty">
    {hidden === 0 ? (
      <>
        No command was sent yet. Connect a device in the bar above, or the simulated one, then type
        a command such as <code>AT+ADATA</code> below.
      </>
    ) : isFiltered ? (
      'No transaction passes the filter.'
    ) : (
      'Only background traffic so far. Switch “Background” on to see it.'
    )}
  </p>
);
