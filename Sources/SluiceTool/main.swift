import Glibc
import SystemFiles

ProcessMemory.useOneArena()
EarlySignals.record(for: CommandLine.arguments)
ThreadExhaustionWatchdog.watch()
Console.reserveOutput()
let code = Console.exitCode(await Tool.run(CommandLine.arguments)).rawValue
fflush(nil)
// Threads of libraries may still run, and would use what exit handlers free.
_exit(code)
