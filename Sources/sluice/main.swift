import Glibc

ThreadShortage.watch()
Console.reserveOutput()
exit(Console.exitCode(await Tool.run(CommandLine.arguments)).rawValue)
