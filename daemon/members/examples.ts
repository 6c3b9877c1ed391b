/** Examples of the published interface description. */
export const member = {
  id: 'mem_3Wc7YpQz1KxVt9LrHn5B',
  userId: 'usr_7Hq2LzXk0VtWn4RbYc1M',
  email: 'you@example.com',
  name: 'Your name',
  role: 'member',
  isOwner: false,
  status: 'active',
  createdAt: '2026-11-21T08:15:30.123Z',
};

const invitation = {
  ...member,
  id: 'inv_6Lr0XtVq8MzKc4WyHn2P',
  userId: null,
  email: 'colleague@example.com',
  name: null,
  status: 'invited',
};

export const inviteToken = 'q7Hq2LzXk0VtWn4RbYc1MJd93kfLa0Qp2Zx71MnBv5Zk';

export const invited = { ...invitation, inviteUrl: `https://go.example.com/dashboard/join?token=${inviteToken}` };

export const members = { members: [member, invitation] };
