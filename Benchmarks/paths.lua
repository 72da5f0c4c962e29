-- Requests the paths in the file PATHS in turn, over all connections of a thread of wrk.
local requests, position = {}, 0

function init()
  for path in io.lines(os.getenv("PATHS")) do
    requests[#requests + 1] = wrk.format("GET", path)
  end
end

function request()
  position = position % #requests + 1
  return requests[position]
end
