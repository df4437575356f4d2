#include "engine/network_session_on.h"

namespace afterstate {

using Board2x3 = BasicBoard<2, 3>;

template std::unique_ptr<Session> network_session(const NTupleNetwork<Board2x3, ValueWeight>&, SpawnLaw);
template std::unique_ptr<Session> network_session(const NTupleNetwork<Board2x3, CoherenceWeight>&, SpawnLaw);
template std::unique_ptr<Session> network_session(const NTupleNetwork<Board2x3, AutostepWeight>&, SpawnLaw);

}  // namespace afterstate
