/** Two short notes: start in seconds, pitch in hertz. */
const NOTES = [
  { start: 0, pitch: 880 },
  { start: 0.12, pitch: 1_174.66 },
] as const;
const NOTE_S = 0.18;
const LOUDNESS = 0.12;

/** Creates a chime that is silent until `firstClick` resolves. Synthesizes the sound, so no file is fetched. */
export const createChime = (page: Window & typeof globalThis, firstClick: Promise<unknown>) => {
  let audio: AudioContext | undefined;
  let isDisposed = false;
  void firstClick.then(() => {
    if (isDisposed) return;
    try {
      audio = new page.AudioContext();
    } catch {
      audio = undefined; // without a sound device, only the toast is shown
    }
  });

  const sound = (context: AudioContext, start: number, pitch: number): void => {
    const from = context.currentTime + start;
    const tone = new OscillatorNode(context, { type: 'sine', frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(LOUDNESS, from + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.000_1, from + NOTE_S);
    tone.connect(volume).connect(context.destination);
    tone.start(from);
    tone.stop(from + NOTE_S);
  };

  return {
    play: (): void => {
      if (audio === undefined) return;
      const context = audio;
      context
        .resume()
        .then(() => {
          for (const { start, pitch } of NOTES) sound(context, start, pitch);
        })
        .catch(() => undefined);
    },
    dispose: (): void => {
      isDisposed = true;
      void audio?.close();
    },
  };
};
