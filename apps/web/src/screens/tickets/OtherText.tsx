import { Button } from 'antd';
import { ProblemAlert } from '../controls/ProblemAlert.tsx';
import type { SavedText } from './use-saved-text.ts';

/** Shows the text of another tab that the text of this tab has replaced, so that it is not lost. */
export const OtherText = ({ other, addOther }: Pick<SavedText, 'other' | 'addOther'>) => (
  <ProblemAlert
    help="notSaved"
    type="warning"
    role="alert"
    title={other !== undefined && 'Another tab had saved this text, which is not saved any more:'}
    description={<bdi className="ticket-text">{other}</bdi>}
    action={
      <Button size="small" onClick={addOther}>
        Add it to yours
      </Button>
    }
  />
);
