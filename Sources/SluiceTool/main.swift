import Glibc

ThreadExhaustionWatchdog.watch()
Console.reserveOutput()
exit(Console.exitCode(await Tool.run(CommandLine.arguments)).rawValue)
