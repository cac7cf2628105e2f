import type { ConditionState } from '@batbot/core/procedures';

/** What must hold, and whether it does: by shape, word and colour. */
export const InterlockList = ({
  interlocks,
}: {
  readonly interlocks: readonly ConditionState[];
}) => {
  const broken = interlocks.filter(({ isMet }) => !isMet).length;
  return (
    <section className="interlocks" aria-label="Interlocks">
      <h4 className="interlocks__title">
        Interlocks
        <span data-tone={broken === 0 ? 'good' : 'act'}>
          {broken === 0 ? 'all hold' : `${broken} of ${interlocks.length} do not hold`}
        </span>
      </h4>
      <ul className="interlocks__list">
        {interlocks.map(({ name, needed, now, isMet }, index) => (
          <li key={index} className="interlock" data-tone={isMet ? 'good' : 'act'}>
            <span className="interlock__glyph" aria-hidden>
              {isMet ? '✓' : '✕'}
            </span>
            <span className="interlock__name">
              <span className="visually-hidden">{isMet ? 'Holds: ' : 'Does not hold: '}</span>
              {name}
              {needed !== '' && <span className="interlock__needed"> {needed}</span>}
            </span>
            <span className="interlock__now tabular">{now}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};
