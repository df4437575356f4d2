#include "engine/network_session_on.h"

namespace afterstate {

using Board3x4 = BasicBoard<3, 4>;

template std::unique_ptr<Session> network_session(const NTupleNetwork<Board3x4, ValueWeight>&, SpawnLaw);
template std::unique_ptr<Session> network_session(const NTupleNetwork<Board3x4, CoherenceWeight>&, SpawnLaw);
template std::unique_ptr<Session> network_session(const NTupleNetwork<Board3x4, AutostepWeight>&, SpawnLaw);

}  // namespace afterstate
