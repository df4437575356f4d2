#include "engine/network_session_on.h"

namespace afterstate {

using Board2x2 = BasicBoard<2, 2>;

template std::unique_ptr<Session> network_session(const NTupleNetwork<Board2x2, ValueWeight>&, SpawnLaw);
template std::unique_ptr<Session> network_session(const NTupleNetwork<Board2x2, CoherenceWeight>&, SpawnLaw);
template std::unique_ptr<Session> network_session(const NTupleNetwork<Board2x2, AutostepWeight>&, SpawnLaw);

}  // namespace afterstate
