import { foreignDevices } from '../device/foreign/foreign-devices.ts';
import { faultCatalogue } from '../faults/fault-spec.ts';
import { scenarios } from '../scenarios/scenarios.ts';

const table = (rows: readonly (readonly [name: string, text: string])[]): string =>
  rows.map(([name, text]) => `  ${name.padEnd(25)} ${text}`).join('\n');

const scenarioTable = table(Object.entries(scenarios).map(([name, { shows }]) => [name, shows]));
const deviceTable = table(Object.entries(foreignDevices).map(([name, { is }]) => [name, is]));
const faultTable = table(
  Object.entries(faultCatalogue).map(([name, { does, value, unit }]) => [
    name,
    unit === undefined ? does : `${does} (value: ${unit}, ${value})`,
  ]),
);

export const helpText = `The simulated diagnostic device, on a serial port and a WebSocket at once.

npm run simulator -- [--pty PATH] [--ws PORT] [--tcp PORT] [--serial PATH] [options]    at least one of the four
npm run simulator -- cell --help     one cell's voltage curve as CSV
npm run simulator -- bench --help    memory and latency of many devices

Transports
  --pty PATH         link to a pseudo-terminal, a serial port for any program (Linux, macOS)
  --ws PORT          ws://localhost:PORT/serial; control page and control requests on http://localhost:PORT
  --tcp PORT         raw bytes on 127.0.0.1:PORT
  --serial PATH      a real serial port; the client is at its other end
  --devices N        number of devices, each with its own pack: ws://localhost:PORT/serial/1 to /serial/N, and with
                     --pty DIR the first 8 as DIR/obd-1, DIR/obd-2, … (1)
  --baud N           rate of all transports but the WebSocket, ten bits per character (115200)
  --no-pacing        replies are sent without delay

The pack
  --seed N           the same seed and script give the same bytes (1)
  --cells N          1 to 128 cells in series (16)
  --temps N          0 to 128 temperature sensors (4)
  --noise MV         deviation of a cell reading (0.8)
  --soc PERCENT      state of charge at the start
  --capacity AH      design capacity (100)
  --chemistry NAME   lfp or nmc (lfp)
  --scenario NAME    what happens to the pack, see below (drive)
  --speed N          speed of the pack's time, 0.1 to 1000 (1)

The device
  --dialect NAME     native, json, lines or elm (native), or a device of another maker, see below
  --eol NAME         crlf, cr or lf (crlf)
  --checksum         native lines end in *HH
  --echo             echo is on from the start
  --current-positive charge or discharge (charge)
  --dtr-resets       the device restarts when DTR rises, so each time the port is opened
  --device-baud N    the only baud rate of the device: a client with another one receives garbage
  --latency MS       time from a command to its reply (4)
  AT+PAR?, AT+FWUP   60 parameters and a boot loader, in a dialect of this project: see simulator/README.md
  --fault SPEC       NAME or NAME:p=0.1,after=5,for=30,count=3,every=2,value=12,on=polls; may be repeated

Files
  --config FILE      JSON with these options: {"scenario": "cold", "cells": 96, "fault": ["nan:p=0.1"]}
  --record FILE      saves all bytes with their times, one JSON object per line
  --replay FILE      sends the bytes of such a file again; --replay-by command (default) or time, faster with --speed
  --help             this text

Devices of other makers, byte for byte: they also answer or ignore unknown requests as the real ones do
${deviceTable}

Scenarios
${scenarioTable}

Faults: p = chance, after/for/every in seconds, count = how often at most
${faultTable}
`;
