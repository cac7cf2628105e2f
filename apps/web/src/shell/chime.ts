/** Two short notes: start in seconds, pitch in hertz. */
const NOTES = [
  { start: 0, pitch: 880 },
  { start: 0.12, pitch: 1_174.66 },
] as const;
const NOTE_S = 0.18;
const LOUDNESS = 0.12;

/**
 * Plays two notes. Synthesizes them, so no file is fetched. An audio context uses the sound device until it is closed,
 * so it is closed after the last note.
 */
export const playChime = (): void => {
  let context: AudioContext;
  try {
    context = new AudioContext();
  } catch {
    return; // without a sound device, only the toast is shown
  }
  let playing = NOTES.length;
  for (const { start, pitch } of NOTES) {
    const from = context.currentTime + start;
    const tone = new OscillatorNode(context, { type: 'sine', frequency: pitch });
    const volume = new GainNode(context, { gain: 0 });
    volume.gain.setValueAtTime(0, from);
    volume.gain.linearRampToValueAtTime(LOUDNESS, from + 0.01);
    volume.gain.exponentialRampToValueAtTime(0.000_1, from + NOTE_S);
    tone.connect(volume).connect(context.destination);
    tone.addEventListener('ended', () => {
      playing -= 1;
      if (playing === 0) void context.close();
    });
    tone.start(from);
    tone.stop(from + NOTE_S);
  }
};
