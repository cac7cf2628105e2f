import { memo } from 'react';
import type { PackSample } from '@batbot/core';
import { Widget } from '../controls/Widget.tsx';
import { Cells } from './Cells.tsx';
import { Faults } from './Faults.tsx';
import { HeroCards } from './HeroCards.tsx';
import { PackDetails } from './PackDetails.tsx';
import { Switches } from './Switches.tsx';
import { Temperatures } from './Temperatures.tsx';

/** Everything one reply told, in the order of importance. Rendered once for each reply. */
export const PackView = memo(({ sample }: { readonly sample: PackSample }) => (
  <>
    <Widget name="The summary" data={sample}>
      <HeroCards sample={sample} />
    </Widget>
    <Widget name="The faults" data={sample}>
      <Faults sample={sample} />
    </Widget>
    <Widget name="The cells" data={sample}>
      <Cells sample={sample} />
    </Widget>
    <div className="home__panels">
      <Widget name="The temperatures" data={sample}>
        <Temperatures celsius={sample.temperaturesC} />
      </Widget>
      <Widget name="The switches" data={sample}>
        <Switches switches={sample.switches} />
      </Widget>
      <Widget name="The pack’s details" data={sample}>
        <PackDetails sample={sample} />
      </Widget>
    </div>
  </>
));
PackView.displayName = 'PackView';
